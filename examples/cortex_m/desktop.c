/* The console of the desktop. */
#include "console.h"

#include <stdio.h>

void console_print(const char *text)
{
    fputs(text, stdout);
}
