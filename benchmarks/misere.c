/* The winning openings of Strategy Stacks and Number Duel in normal and in misere play, by trying everything.

   gcc -O3 -march=native -fopenmp benchmarks/misere.c -o misere && ./misere 28 strategy-stacks

   prints a line for each range: the range, how many openings win in normal and in misere play, and "same" or
   both sets as bits (number 1 is the lowest). Range n takes 8 * 2^n bytes of memory. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t set;

static set linked[64];

static int digits(int number) {
    int found = 0;
    for (; number; number /= 10) found |= 1 << number % 10;
    return found;
}

static void link_numbers(int range, int duel) {
    for (int a = 1; a <= range; a++)
        for (int b = 1; b <= range; b++)
            if (a != b && (a % b == 0 || b % a == 0 || (duel && digits(a) & digits(b))))
                linked[a - 1] |= (set)1 << (b - 1);
}

/* The numbers that win when played while `left` are unused; `wins` has the answer for every smaller set. */
static set winning(set left, const set *wins, int misere) {
    set found = 0;
    for (set rest = left; rest; rest &= rest - 1) {
        set one = rest & -rest, others = left & ~one, near = linked[__builtin_ctzll(one)] & others;
        if (!(near & wins[others]) && !(misere && !near)) found |= one;
    }
    return found;
}

int main(int count, char **given) {
    int range = count > 2 ? atoi(given[1]) : 0;
    if (range < 1 || range > 40) return fprintf(stderr, "usage: misere RANGE strategy-stacks|number-duel\n"), 2;
    link_numbers(range, !strcmp(given[2], "number-duel"));
    set openings[2][64], *wins = malloc(sizeof(set) << range);
    if (!wins) return fprintf(stderr, "too little memory\n"), 1;
    /* Blocks of sets with the same high numbers depend on those with fewer high numbers only. */
    int high = range > 8 ? 8 : 0, low = range - high;
    for (int misere = 0; misere < 2; misere++) {
        for (int size = 0; size <= high; size++) {
#pragma omp parallel for schedule(dynamic)
            for (int block = 0; block < 1 << high; block++)
                if (__builtin_popcount(block) == size)
                    for (set left = (set)block << low, end = left + ((set)1 << low); left < end; left++)
                        wins[left] = winning(left, wins, misere);
        }
        for (int n = 1; n <= range; n++) openings[misere][n] = wins[((set)1 << n) - 1];
    }
    for (int n = 1; n <= range; n++) {
        set normal = openings[0][n], misere = openings[1][n];
        printf("%d %d %d ", n, __builtin_popcountll(normal), __builtin_popcountll(misere));
        if (normal == misere) puts("same");
        else printf("%llx %llx\n", (unsigned long long)normal, (unsigned long long)misere);
    }
}
