/* Every game that the program plays: a folder beside this file and a line here. The build and the tests read it too.
 * Included where GAME(id) is defined, more than once. */
GAME(tatsu)
GAME(takamatsu)
GAME(tatata)
GAME(dojo)
#ifdef TATAMI_TEMPLATE /* the tests' registry: the game that newcomers copy */
GAME(template)
#endif
