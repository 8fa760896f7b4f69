/* Every game of the program: a folder beside this file and a line here. The build and the tests read it too.
 * Included several times, with different definitions of GAME(id). */
GAME(tatsu)
GAME(takamatsu)
GAME(tatata)
GAME(dojo)
#ifdef TATAMI_TEMPLATE /* the tests' registry: the game that newcomers copy */
GAME(template)
#endif
