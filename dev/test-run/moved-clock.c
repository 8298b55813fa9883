/*
 * Moves the system's clock of a process and its children by CLOCK_OFFSET_S seconds, when it is preloaded (glibc 2.30 and
 * newer). Monotonic clocks and the times of files stay as they are. Debian's libfaketime does more and cannot be used: it looks its functions up at the first call, which
 * allocates, and workerd's allocator makes that call while it holds its lock.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long offset_s;
static int (*real_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("CLOCK_OFFSET_S");
  offset_s = text ? atol(text) : 0;
  /* Without a system call for each reading. Until here, and in a process that reads the clock earlier, there is one. */
  real_gettime = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
}

int clock_gettime(clockid_t clock, struct timespec *at) {
  int result = real_gettime ? real_gettime(clock, at) : (int)syscall(SYS_clock_gettime, clock, at);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI)) at->tv_sec += offset_s;
  return result;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
  struct timespec now;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &now);
  at->tv_sec = now.tv_sec;
  at->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *at) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (at) *at = now.tv_sec;
  return now.tv_sec;
}

/* Deadlines are times of the moved clock, and the kernel has the real one. */
static struct timespec real_deadline(const struct timespec *moved) {
  struct timespec real = *moved;
  real.tv_sec -= offset_s;
  if (real.tv_sec < 0) real.tv_sec = 0;
  return real;
}

int pthread_cond_timedwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex, const struct timespec *restrict until) {
  /* What glibc keeps of pthread_condattr_setclock. */
  int is_monotonic = cond->__data.__wrefs & 2;
  if (is_monotonic) return pthread_cond_clockwait(cond, mutex, CLOCK_MONOTONIC, until);
  struct timespec real = real_deadline(until);
  return pthread_cond_clockwait(cond, mutex, CLOCK_REALTIME, &real);
}

int sem_timedwait(sem_t *restrict sem, const struct timespec *restrict until) {
  struct timespec real = real_deadline(until);
  return sem_clockwait(sem, CLOCK_REALTIME, &real);
}
