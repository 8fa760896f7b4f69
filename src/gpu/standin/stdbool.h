/* For NVRTC, where bool is a word of the language. */
