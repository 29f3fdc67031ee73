/* What the kernel alone costs: an echo server on epoll that answers each frame with one to every
 * seat of its table, and the players who send them. Nothing is parsed, decided or stored.
 *
 *     floor TABLES SEATS SECONDS BYTES_IN BYTES_OUT
 *
 * prints as JSON: actions, seconds, the server's CPU seconds, and the 50th, 99th and 99.9th
 * percentile of the seconds from an action to the last seat's frame.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_FILES 65536
#define EVENTS 512

static int tables, seats, bytes_in, bytes_out;
static double seconds;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static void watch(int poll, int file) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = file};
    if (epoll_ctl(poll, EPOLL_CTL_ADD, file, &event)) fail("epoll_ctl");
}

static void send_all(int file, const char *data, int size) {
    if (send(file, data, size, MSG_NOSIGNAL) != size) fail("send");
}

/* The server: the first four bytes of a connection say at which table it sits. */

static void serve(int listener) {
    static int *members[MOST_FILES], table_of[MOST_FILES], got[MOST_FILES];
    int *count = calloc(tables, sizeof(int)), one = 1, poll = epoll_create1(0);
    char *out = calloc(1, bytes_out), in[65536];
    struct epoll_event events[EVENTS];
    for (int t = 0; t < tables; t++) members[t] = calloc(seats, sizeof(int));
    memset(table_of, -1, sizeof table_of);
    watch(poll, listener);
    for (;;) {
        int ready = epoll_wait(poll, events, EVENTS, -1);
        for (int i = 0; i < ready; i++) {
            int file = events[i].data.fd;
            if (file == listener) {
                int player = accept(listener, NULL, NULL);
                if (player < 0 || player >= MOST_FILES) fail("accept");
                setsockopt(player, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
                watch(poll, player);
                continue;
            }
            int size = recv(file, in, sizeof in, 0);
            if (size <= 0) exit(0);
            if (table_of[file] < 0) {
                int table;
                memcpy(&table, in, sizeof table);
                table_of[file] = table;
                members[table][count[table]++] = file;
                send_all(file, "k", 1);
                continue;
            }
            for (got[file] += size; got[file] >= bytes_in; got[file] -= bytes_in)
                for (int s = 0; s < seats; s++) send_all(members[table_of[file]][s], out, bytes_out);
        }
    }
}

/* The players: one action of each table is on its way, each time by the next seat. */

static int by_size(const void *a, const void *b) {
    double x = *(double *)a, y = *(double *)b;
    return x < y ? -1 : x > y;
}

static double server_cpu(pid_t server) {
    char path[64], text[2048], *fields;
    unsigned long user = 0, kernel = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", server);
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    fields = strrchr(text, ')');
    sscanf(fields + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &kernel);
    return (user + kernel) / (double)sysconf(_SC_CLK_TCK);
}

static void play(struct sockaddr_in address, pid_t server) {
    static int table_of[MOST_FILES], got[MOST_FILES];
    int one = 1, poll = epoll_create1(0), *file_of = calloc(tables * seats, sizeof(int));
    int *heard = calloc(tables, sizeof(int)), *turn = calloc(tables, sizeof(int));
    double *acted = calloc(tables, sizeof(double)), *took = NULL;
    size_t actions = 0, room = 0;
    char *out = calloc(1, bytes_in), in[65536];
    struct epoll_event events[EVENTS];
    for (int n = 0; n < tables * seats; n++) {
        int file = socket(AF_INET, SOCK_STREAM, 0), table = n / seats;
        if (file < 0 || file >= MOST_FILES) fail("socket");
        if (connect(file, (void *)&address, sizeof address)) fail("connect");
        setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        send_all(file, (char *)&table, sizeof table);
        if (recv(file, in, 1, 0) != 1) fail("recv");
        file_of[n] = file;
        table_of[file] = table;
        watch(poll, file);
    }
    double begin = now(), warm = begin + seconds / 5, end = warm + seconds, cpu = 0;
    for (int t = 0; t < tables; t++) {
        acted[t] = now();
        send_all(file_of[t * seats], out, bytes_in);
    }
    for (int measuring = 0; now() < end;) {
        if (!measuring && now() >= warm) {
            measuring = 1, actions = 0, begin = now(), cpu = server_cpu(server);
        }
        int ready = epoll_wait(poll, events, EVENTS, 100);
        for (int i = 0; i < ready; i++) {
            int file = events[i].data.fd, table = table_of[file], size = recv(file, in, sizeof in, 0);
            if (size <= 0) fail("recv");
            for (got[file] += size; got[file] >= bytes_out; got[file] -= bytes_out) {
                if (++heard[table] < seats) continue;
                if (actions == room) took = realloc(took, (room = room * 2 + 4096) * sizeof *took);
                took[actions++] = now() - acted[table];
                heard[table] = 0;
                turn[table] = (turn[table] + 1) % seats;
                acted[table] = now();
                send_all(file_of[table * seats + turn[table]], out, bytes_in);
            }
        }
    }
    double lasted = now() - begin;
    cpu = server_cpu(server) - cpu;
    if (!actions) fail("no action");
    qsort(took, actions, sizeof *took, by_size);
    printf("{\"actions\":%zu,\"seconds\":%.6f,\"server_cpu\":%.6f,\"p50\":%.9f,\"p99\":%.9f,"
           "\"p999\":%.9f}\n",
           actions, lasted, cpu, took[actions / 2], took[(size_t)(actions * 0.99)],
           took[(size_t)(actions * 0.999)]);
}

int main(int count, char **words) {
    if (count != 6) return 2;
    tables = atoi(words[1]), seats = atoi(words[2]), seconds = atof(words[3]);
    bytes_in = atoi(words[4]), bytes_out = atoi(words[5]);
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listener, (void *)&address, size) || listen(listener, 4096)) fail("listen");
    getsockname(listener, (void *)&address, &size);
    pid_t server = fork();
    if (!server) serve(listener);
    close(listener);
    play(address, server);
    kill(server, SIGTERM);
    waitpid(server, NULL, 0);
    return 0;
}
