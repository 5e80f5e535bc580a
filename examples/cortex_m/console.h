/* Where the program prints: semihosting.c on the board, desktop.c elsewhere. */
#ifndef CONSOLE_H
#define CONSOLE_H

void console_print(const char *text);

#endif
