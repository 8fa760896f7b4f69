/* For a program without the browser client. */
#include "server/assets.h"

const web_asset web_assets[1] = {{0}};
const int n_web_assets = 0;
