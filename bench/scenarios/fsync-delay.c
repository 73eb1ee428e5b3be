/* Delays fsync and fdatasync by a number of microseconds, which another process writes to a file. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static volatile const int *microseconds;

__attribute__((constructor)) static void map_delay(void) {
  int file = open(getenv("FSYNC_DELAY_FILE"), O_RDONLY);
  microseconds = mmap(NULL, sizeof *microseconds, PROT_READ, MAP_SHARED, file, 0);
  close(file);
}

static int call_slowly(const char *name, int file) {
  int (*call)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  usleep(*microseconds);
  return call(file);
}

int fsync(int file) { return call_slowly("fsync", file); }

int fdatasync(int file) { return call_slowly("fdatasync", file); }
