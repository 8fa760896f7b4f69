/* The opinion of a network, for searches that do not ask it on the way. */
#ifndef BOTS_ADVICE_H
#define BOTS_ADVICE_H

#include <tatami/search.h>

/* Whether the question's network plays too weakly with so many seats to decide anything by itself (net.h). */
bool tm_only_advises(const tm_question *question);
/* Adds the opinion of the question's network to the results of a search: for every action that the search looked at closely, it
 * counts as much as the search does, because the two err in different ways. The best has the most visits then. Without a
 * network, or without memory, nothing changes. */
void tm_add_opinion(const tm_question *question, tm_search_result *results);

#endif
