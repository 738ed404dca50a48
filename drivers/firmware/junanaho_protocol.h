/* The serial protocol between junanaho and the controller of a table; drivers/PROTOCOL.md says what it means.
 *
 * Made by `python -m drivers.firmware.header`: do not change it here. MIT licence, as the rest of junanaho.
 */
#ifndef JUNANAHO_PROTOCOL_H
#define JUNANAHO_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The line */
#define JN_PROTOCOL_MAJOR 1
#define JN_PROTOCOL_MINOR 0
#define JN_FLAG 0x7E
#define JN_ESCAPE 0x7D
#define JN_FLIP 0x20
#define JN_FRAME_VERSION 1
#define JN_CRC_POLYNOMIAL 0x1021
#define JN_CRC_START 0xFFFF
#define JN_MAX_PAYLOAD 120
#define JN_MIN_BODY 5
#define JN_MAX_BODY 125
#define JN_MAX_LINE 252 /* every byte escaped, and the flags */
#define JN_NO_SIDE 0xFF
#define JN_NEVER_HEARD 0xFFFFFFFFu
#define JN_BACKGROUND 0 /* the command_id of PROGRESS that belongs to no command */
#define JN_IS_FROZEN(kind) ((kind) == 0x01 || (kind) == 0x02 || (kind) == 0x05 || (kind) == 0x06)
#define JN_IS_WINDOW(kind) ((kind) == 0x10 || (kind) == 0x11 || (kind) == 0x12 || (kind) == 0x14 || (kind) == 0x15 || (kind) == 0x20 || (kind) == 0x21 || (kind) == 0x22 || (kind) == 0x23 || (kind) == 0x24)

/* Time-outs in milliseconds, and limits */
#define JN_HEARTBEAT_MS 100
#define JN_HOST_PATIENCE_MS 800
#define JN_CONTROLLER_PATIENCE_MS 1000
#define JN_HELLO_RETRY_MS 250
#define JN_HELLO_LIMIT_MS 3000
#define JN_RESEND_FIRST_MS 200
#define JN_RESEND_MIN_MS 20
#define JN_RESEND_MAX_MS 400
#define JN_RESEND_LIMIT 10
#define JN_ESTOP_REPEAT_MS 40

enum jn_kind {
    JN_KIND_HELLO = 1,
    JN_KIND_HELLO_REPLY = 2,
    JN_KIND_ACK = 3,
    JN_KIND_HEARTBEAT = 4,
    JN_KIND_ESTOP = 5,
    JN_KIND_ESTOP_REPLY = 6,
    JN_KIND_COMMAND = 16,
    JN_KIND_ACCEPTED = 17,
    JN_KIND_REJECTED = 18,
    JN_KIND_PROGRESS = 19,
    JN_KIND_DONE = 20,
    JN_KIND_FAILED = 21,
    JN_KIND_STATUS = 22,
    JN_KIND_STATE_EVENT = 32,
    JN_KIND_DICE_EVENT = 33,
    JN_KIND_BUTTON_EVENT = 34,
    JN_KIND_FAULT_EVENT = 35,
    JN_KIND_SCORE_EVENT = 36
};

enum jn_capability {
    JN_CAPABILITY_CYCLE = 1,
    JN_CAPABILITY_RAISE = 2,
    JN_CAPABILITY_LOWER = 4,
    JN_CAPABILITY_DICE = 8,
    JN_CAPABILITY_BUTTONS = 16,
    JN_CAPABILITY_STACK_COUNT = 32,
    JN_CAPABILITY_TOP_UP = 64,
    JN_CAPABILITY_SCORES = 128
};

enum jn_state {
    JN_STATE_UNKNOWN = 0,
    JN_STATE_HOMING = 1,
    JN_STATE_EMPTY = 2,
    JN_STATE_LID_OPENING = 3,
    JN_STATE_LID_OPEN = 4,
    JN_STATE_LID_CLOSING = 5,
    JN_STATE_STACKING = 6,
    JN_STATE_PAUSED_TOPUP = 7,
    JN_STATE_STACKED = 8,
    JN_STATE_RAISING = 9,
    JN_STATE_WALLS_UP = 10,
    JN_STATE_LOWERING = 11,
    JN_STATE_DICE_ROLLING = 12,
    JN_STATE_TEST = 13,
    JN_STATE_FAULT = 14,
    JN_STATE_ESTOP = 15
};

enum jn_verb {
    JN_VERB_RESET = 1,
    JN_VERB_CYCLE = 2,
    JN_VERB_RAISE = 3,
    JN_VERB_LOWER = 4,
    JN_VERB_DICE = 5,
    JN_VERB_STOP = 6
};

enum jn_reason {
    JN_REASON_NOT_HOMED = 1,
    JN_REASON_BUSY = 2,
    JN_REASON_FAULT = 3,
    JN_REASON_ESTOP = 4,
    JN_REASON_TEST_MODE = 5,
    JN_REASON_UNSUPPORTED = 6,
    JN_REASON_NOTHING_STACKED = 7,
    JN_REASON_BAD_ARGUMENT = 8,
    JN_REASON_STOPPED = 9,
    JN_REASON_HOST_LOST = 10
};

enum jn_button {
    JN_BUTTON_START = 1,
    JN_BUTTON_LIFT = 2,
    JN_BUTTON_DICE = 3,
    JN_BUTTON_READY = 4,
    JN_BUTTON_RON = 5,
    JN_BUTTON_CALL = 6,
    JN_BUTTON_STOP = 7
};

enum jn_level {
    JN_LEVEL_WARN = 1,
    JN_LEVEL_STOP = 2
};

enum jn_fault {
    JN_FAULT_TILE_JAM_HEAD = 1,
    JN_FAULT_TILE_JAM_SLOT = 2,
    JN_FAULT_TILE_JAM_LIFT = 3,
    JN_FAULT_TILE_SHORT = 4,
    JN_FAULT_TILE_EXTRA = 5,
    JN_FAULT_COUNT_MISMATCH = 6,
    JN_FAULT_LIFT_NOT_UP = 7,
    JN_FAULT_LIFT_NOT_DOWN = 8,
    JN_FAULT_LIFT_CYCLING = 9,
    JN_FAULT_LID_NOT_OPEN = 10,
    JN_FAULT_LID_NOT_CLOSED = 11,
    JN_FAULT_LID_OBSTRUCTED = 12,
    JN_FAULT_CHAIN_NOT_HOME = 13,
    JN_FAULT_CYCLE_OVERRUN = 14,
    JN_FAULT_SENSOR_BLOCKED = 15,
    JN_FAULT_SENSOR_FAILED = 16,
    JN_FAULT_MOTOR_OPEN = 17,
    JN_FAULT_MOTOR_OVERCURRENT = 18,
    JN_FAULT_MOTOR_SLOW = 19,
    JN_FAULT_SLOW_CYCLE = 20,
    JN_FAULT_CYCLE_TIMEOUT = 21,
    JN_FAULT_DICE_NO_SPIN = 22,
    JN_FAULT_DICE_NO_STOP = 23,
    JN_FAULT_DICE_UNREADABLE = 24,
    JN_FAULT_BUTTON_STUCK = 25,
    JN_FAULT_BUTTON_BOUNCE = 26,
    JN_FAULT_MODE_CHANGED = 27,
    JN_FAULT_OVERTEMP = 28,
    JN_FAULT_UNDERVOLTAGE = 29,
    JN_FAULT_MAINBOARD_FAULT = 30,
    JN_FAULT_REBOOTED = 31,
    JN_FAULT_ESTOP_PRESSED = 32,
    JN_FAULT_HOST_LOST = 33,
    JN_FAULT_ODD_TILE = 34
};

/* One frame whose CRC fits. `payload` points into the decoder and is valid until its next byte. */
typedef struct {
    uint8_t version;
    uint8_t kind;
    uint8_t sequence;
    const uint8_t *payload;
    size_t size;
} jn_frame;

/* A receiver: set it to all zero, then hand it every byte that comes. */
typedef struct {
    uint8_t body[JN_MAX_BODY];
    size_t size;
    bool escaped;
    bool bad;
    uint32_t bad_frames; /* dropped since the start: damaged, too short, too long */
} jn_decoder;

/* CRC-16 of more bytes; begin with JN_CRC_START. Over a body with its CRC it gives 0. */
static inline uint16_t jn_crc16(uint16_t crc, const uint8_t *data, size_t size)
{
    while (size-- > 0) {
        crc = (uint16_t)(crc ^ (uint16_t)(*data++ << 8));
        for (int bit = 0; bit < 8; bit++) {
            crc = (uint16_t)((crc & 0x8000) ? (crc << 1) ^ JN_CRC_POLYNOMIAL : crc << 1);
        }
    }
    return crc;
}

static inline uint8_t *jn_put_stuffed(uint8_t *at, const uint8_t *data, size_t size)
{
    while (size-- > 0) {
        if (*data == JN_FLAG || *data == JN_ESCAPE) {
            *at++ = JN_ESCAPE;
            *at++ = (uint8_t)(*data++ ^ JN_FLIP);
        } else {
            *at++ = *data++;
        }
    }
    return at;
}

/* Write a frame to `line` (JN_MAX_LINE bytes); returns how many bytes it has, 0 if the payload is too long. */
static inline size_t jn_encode_frame(uint8_t kind, uint8_t sequence, const uint8_t *payload, size_t size, uint8_t *line)
{
    const uint8_t header[3] = {JN_FRAME_VERSION, kind, sequence};
    uint8_t check[2];
    uint16_t crc;
    uint8_t *at = line;
    if (size > JN_MAX_PAYLOAD) {
        return 0;
    }
    crc = jn_crc16(jn_crc16(JN_CRC_START, header, sizeof header), payload, size);
    check[0] = (uint8_t)(crc >> 8);
    check[1] = (uint8_t)crc;
    *at++ = JN_FLAG;
    at = jn_put_stuffed(at, header, sizeof header);
    at = jn_put_stuffed(at, payload, size);
    at = jn_put_stuffed(at, check, sizeof check);
    *at++ = JN_FLAG;
    return (size_t)(at - line);
}

/* Take one byte of the line; true when it completes a frame that is valid and of a version to be read. */
static inline bool jn_decode_byte(jn_decoder *decoder, uint8_t byte, jn_frame *frame)
{
    if (byte == JN_FLAG) {
        const size_t size = decoder->size;
        const bool bad = decoder->bad || decoder->escaped;
        decoder->size = 0;
        decoder->bad = decoder->escaped = false;
        if (size == 0 && !bad) {
            return false; /* two flags in a row */
        }
        if (bad || size < JN_MIN_BODY || jn_crc16(JN_CRC_START, decoder->body, size) != 0
            || (decoder->body[0] != JN_FRAME_VERSION && !JN_IS_FROZEN(decoder->body[1]))) {
            decoder->bad_frames++;
            return false;
        }
        frame->version = decoder->body[0];
        frame->kind = decoder->body[1];
        frame->sequence = decoder->body[2];
        frame->payload = decoder->body + 3;
        frame->size = size - JN_MIN_BODY;
        return true;
    }
    if (decoder->bad) {
        return false;
    }
    if (decoder->escaped) {
        decoder->escaped = false;
        byte = (uint8_t)(byte ^ JN_FLIP);
        decoder->bad = byte != JN_FLAG && byte != JN_ESCAPE; /* nothing else is ever escaped */
    } else if (byte == JN_ESCAPE) {
        decoder->escaped = true;
        return false;
    }
    if (decoder->size == JN_MAX_BODY) {
        decoder->bad = true;
    } else {
        decoder->body[decoder->size++] = byte;
    }
    return false;
}

/* The sequence after this one: 1-255, and then 1 again. */
static inline uint8_t jn_next_sequence(uint8_t sequence)
{
    return (uint8_t)(sequence % 255 + 1);
}

/* Fields, big end first. A reader returns false, and nothing that may be used, where the payload ends too early. */

static inline uint8_t *jn_put_u8(uint8_t *at, uint8_t value)
{
    *at++ = value;
    return at;
}

static inline uint8_t *jn_put_u16(uint8_t *at, uint16_t value)
{
    return jn_put_u8(jn_put_u8(at, (uint8_t)(value >> 8)), (uint8_t)value);
}

static inline uint8_t *jn_put_u32(uint8_t *at, uint32_t value)
{
    return jn_put_u16(jn_put_u16(at, (uint16_t)(value >> 16)), (uint16_t)value);
}

static inline uint8_t *jn_put_bytes(uint8_t *at, const uint8_t *bytes, size_t size)
{
    memcpy(at, bytes, size);
    return at + size;
}

static inline uint8_t *jn_put_text(uint8_t *at, const char *text, size_t limit)
{
    size_t size = 0;
    while (size < limit && text[size] != 0) {
        size++;
    }
    return jn_put_bytes(jn_put_u8(at, (uint8_t)size), (const uint8_t *)text, size);
}

static inline bool jn_take_bytes(const uint8_t **at, const uint8_t *end, uint8_t *bytes, size_t size)
{
    if ((size_t)(end - *at) < size) {
        return false;
    }
    memcpy(bytes, *at, size);
    *at += size;
    return true;
}

static inline bool jn_take_u8(const uint8_t **at, const uint8_t *end, uint8_t *value)
{
    return jn_take_bytes(at, end, value, 1);
}

static inline bool jn_take_u16(const uint8_t **at, const uint8_t *end, uint16_t *value)
{
    uint8_t bytes[2];
    if (!jn_take_bytes(at, end, bytes, sizeof bytes)) {
        return false;
    }
    *value = (uint16_t)(bytes[0] << 8 | bytes[1]);
    return true;
}

static inline bool jn_take_u32(const uint8_t **at, const uint8_t *end, uint32_t *value)
{
    uint16_t high, low;
    if (!jn_take_u16(at, end, &high) || !jn_take_u16(at, end, &low)) {
        return false;
    }
    *value = (uint32_t)high << 16 | low;
    return true;
}

static inline bool jn_take_flag(const uint8_t **at, const uint8_t *end, bool *value)
{
    uint8_t byte;
    if (!jn_take_u8(at, end, &byte) || byte > 1) {
        return false;
    }
    *value = byte == 1;
    return true;
}

static inline bool jn_take_text(const uint8_t **at, const uint8_t *end, char *text, size_t limit)
{
    uint8_t size;
    if (!jn_take_u8(at, end, &size) || size > limit || !jn_take_bytes(at, end, (uint8_t *)text, size)) {
        return false;
    }
    text[size] = 0;
    return true;
}

/* HELLO, to controller, sent once, sequence 0. The host starts a session; `host_id` tells one run of the host from another, `session` one start from another. */
#define JN_HELLO_SIZE 10
typedef struct {
    uint8_t major;
    uint8_t minor;
    uint32_t host_id;
    uint32_t session;
} jn_hello;

static inline size_t jn_write_hello(const jn_hello *message, uint8_t *payload)
{
    uint8_t *at = payload;
    at = jn_put_u8(at, message->major);
    at = jn_put_u8(at, message->minor);
    at = jn_put_u32(at, message->host_id);
    at = jn_put_u32(at, message->session);
    return (size_t)(at - payload);
}

static inline bool jn_read_hello(const uint8_t *payload, size_t size, jn_hello *message)
{
    const uint8_t *at = payload, *end = payload + size;
    return jn_take_u8(&at, end, &message->major)
        && jn_take_u8(&at, end, &message->minor)
        && jn_take_u32(&at, end, &message->host_id)
        && jn_take_u32(&at, end, &message->session);
}

/* HELLO_REPLY, to host, sent once, sequence 0. The controller says who it is; `session` repeats the HELLO's. */
#define JN_HELLO_REPLY_SIZE 20 /* and its texts */
typedef struct {
    uint32_t session;
    uint8_t major;
    uint8_t minor;
    uint32_t capabilities;
    uint32_t boot_id;
    uint32_t uptime_ms;
    char unit_id[33];
    char firmware[33];
} jn_hello_reply;

static inline size_t jn_write_hello_reply(const jn_hello_reply *message, uint8_t *payload)
{
    uint8_t *at = payload;
    at = jn_put_u32(at, message->session);
    at = jn_put_u8(at, message->major);
    at = jn_put_u8(at, message->minor);
    at = jn_put_u32(at, message->capabilities);
    at = jn_put_u32(at, message->boot_id);
    at = jn_put_u32(at, message->uptime_ms);
    at = jn_put_text(at, message->unit_id, 32);
    at = jn_put_text(at, message->firmware, 32);
    return (size_t)(at - payload);
}

static inline bool jn_read_hello_reply(const uint8_t *payload, size_t size, jn_hello_reply *message)
{
    const uint8_t *at = payload, *end = payload + size;
    return jn_take_u32(&at, end, &message->session)
        && jn_take_u8(&at, end, &message->major)
        && jn_take_u8(&at, end, &message->minor)
        && jn_take_u32(&at, end, &message->capabilities)
        && jn_take_u32(&at, end, &message->boot_id)
        && jn_take_u32(&at, end, &message->uptime_ms)
        && jn_take_text(&at, end, message->unit_id, 32)
        && jn_take_text(&at, end, message->firmware, 32);
}

/* ACK, both, sent once, sequence 0. A frame arrived; the header's sequence is that of the frame. */
#define JN_ACK_SIZE 0

/* HEARTBEAT, both, sent once, sequence 0. A sign of life; `echo` is the number last heard, `echo_age_us` how long ago that was (microseconds). */
#define JN_HEARTBEAT_SIZE 6
typedef struct {
    uint8_t number;
    uint8_t echo;
    uint32_t echo_age_us;
} jn_heartbeat;

static inline size_t jn_write_heartbeat(const jn_heartbeat *message, uint8_t *payload)
{
    uint8_t *at = payload;
    at = jn_put_u8(at, message->number);
    at = jn_put_u8(at, message->echo);
    at = jn_put_u32(at, message->echo_age_us);
    return (size_t)(at - payload);
}

static inline bool jn_read_heartbeat(const uint8_t *payload, size_t size, jn_heartbeat *message)
{
    const uint8_t *at = payload, *end = payload + size;
    return jn_take_u8(&at, end, &message->number)
        && jn_take_u8(&at, end, &message->echo)
        && jn_take_u32(&at, end, &message->echo_age_us);
}

/* ESTOP, to controller, sent once, sequence 0. All motors off, now, whatever else is going on; needs no session. */
#define JN_ESTOP_SIZE 1
typedef struct {
    uint8_t number;
} jn_estop;

static inline size_t jn_write_estop(const jn_estop *message, uint8_t *payload)
{
    uint8_t *at = payload;
    at = jn_put_u8(at, message->number);
    return (size_t)(at - payload);
}

static inline bool jn_read_estop(const uint8_t *payload, size_t size, jn_estop *message)
{
    const uint8_t *at = payload, *end = payload + size;
    return jn_take_u8(&at, end, &message->number);
}

/* ESTOP_REPLY, to host, sent once, sequence 0. The motors are off and the stop is latched. */
#define JN_ESTOP_REPLY_SIZE 1
typedef struct {
    uint8_t number;
} jn_estop_reply;

static inline size_t jn_write_estop_reply(const jn_estop_reply *message, uint8_t *payload)
{
    uint8_t *at = payload;
    at = jn_put_u8(at, message->number);
    return (size_t)(at - payload);
}

static inline bool jn_read_estop_reply(const uint8_t *payload, size_t size, jn_estop_reply *message)
{
    const uint8_t *at = payload, *end = payload + size;
    return jn_take_u8(&at, end, &message->number);
}

/* COMMAND, to controller, numbered and acknowledged. Something to do; a `command_id` is executed once in a session, however often it arrives. */
#define JN_COMMAND_SIZE 4
typedef struct {
    uint16_t command_id;
    uint8_t verb;
    uint8_t argument;
} jn_command;

static inline size_t jn_write_command(const jn_command *message, uint8_t *payload)
{
    uint8_t *at = payload;
    at = jn_put_u16(at, message->command_id);
    at = jn_put_u8(at, message->verb);
    at = jn_put_u8(at, message->argument);
    return (size_t)(at - payload);
}

static inline bool jn_read_command(const uint8_t *payload, size_t size, jn_command *message)
{
    const uint8_t *at = payload, *end = payload + size;
    return jn_take_u16(&at, end, &message->command_id)
        && jn_take_u8(&at, end, &message->verb)
        && jn_take_u8(&at, end, &message->argument);
}

/* ACCEPTED, to host, numbered and acknowledged. The command will be carried out. */
#define JN_ACCEPTED_SIZE 2
typedef struct {
    uint16_t command_id;
} jn_accepted;

static inline size_t jn_write_accepted(const jn_accepted *message, uint8_t *payload)
{
    uint8_t *at = payload;
    at = jn_put_u16(at, message->command_id);
    return (size_t)(at - payload);
}

static inline bool jn_read_accepted(const uint8_t *payload, size_t size, jn_accepted *message)
{
    const uint8_t *at = payload, *end = payload + size;
    return jn_take_u16(&at, end, &message->command_id);
}

/* REJECTED, to host, numbered and acknowledged. The command will not be carried out; `fault` is the one in the way, or 0. */
#define JN_REJECTED_SIZE 4
typedef struct {
    uint16_t command_id;
    uint8_t reason;
    uint8_t fault;
} jn_rejected;

static inline size_t jn_write_rejected(const jn_rejected *message, uint8_t *payload)
{
    uint8_t *at = payload;
    at = jn_put_u16(at, message->command_id);
    at = jn_put_u8(at, message->reason);
    at = jn_put_u8(at, message->fault);
    return (size_t)(at - payload);
}

static inline bool jn_read_rejected(const uint8_t *payload, size_t size, jn_rejected *message)
{
    const uint8_t *at = payload, *end = payload + size;
    return jn_take_u16(&at, end, &message->command_id)
        && jn_take_u8(&at, end, &message->reason)
        && jn_take_u8(&at, end, &message->fault);
}

/* PROGRESS, to host, sent once, sequence 0. How far a command is; numbers only grow, so an older one is ignored. */
#define JN_PROGRESS_SIZE 7
typedef struct {
    uint16_t command_id;
    uint8_t state;
    uint32_t elapsed_ms;
} jn_progress;

static inline size_t jn_write_progress(const jn_progress *message, uint8_t *payload)
{
    uint8_t *at = payload;
    at = jn_put_u16(at, message->command_id);
    at = jn_put_u8(at, message->state);
    at = jn_put_u32(at, message->elapsed_ms);
    return (size_t)(at - payload);
}

static inline bool jn_read_progress(const uint8_t *payload, size_t size, jn_progress *message)
{
    const uint8_t *at = payload, *end = payload + size;
    return jn_take_u16(&at, end, &message->command_id)
        && jn_take_u8(&at, end, &message->state)
        && jn_take_u32(&at, end, &message->elapsed_ms);
}

/* DONE, to host, numbered and acknowledged. The command was carried out. */
#define JN_DONE_SIZE 6
typedef struct {
    uint16_t command_id;
    uint32_t elapsed_ms;
} jn_done;

static inline size_t jn_write_done(const jn_done *message, uint8_t *payload)
{
    uint8_t *at = payload;
    at = jn_put_u16(at, message->command_id);
    at = jn_put_u32(at, message->elapsed_ms);
    return (size_t)(at - payload);
}

static inline bool jn_read_done(const uint8_t *payload, size_t size, jn_done *message)
{
    const uint8_t *at = payload, *end = payload + size;
    return jn_take_u16(&at, end, &message->command_id)
        && jn_take_u32(&at, end, &message->elapsed_ms);
}

/* FAILED, to host, numbered and acknowledged. The command ended before its end; `fault` is 0 if no fault is the reason. */
#define JN_FAILED_SIZE 5
typedef struct {
    uint16_t command_id;
    uint8_t reason;
    uint8_t fault;
    uint8_t side;
} jn_failed;

static inline size_t jn_write_failed(const jn_failed *message, uint8_t *payload)
{
    uint8_t *at = payload;
    at = jn_put_u16(at, message->command_id);
    at = jn_put_u8(at, message->reason);
    at = jn_put_u8(at, message->fault);
    at = jn_put_u8(at, message->side);
    return (size_t)(at - payload);
}

static inline bool jn_read_failed(const uint8_t *payload, size_t size, jn_failed *message)
{
    const uint8_t *at = payload, *end = payload + size;
    return jn_take_u16(&at, end, &message->command_id)
        && jn_take_u8(&at, end, &message->reason)
        && jn_take_u8(&at, end, &message->fault)
        && jn_take_u8(&at, end, &message->side);
}

/* STATUS, to host, sent once, sequence 0. What the table is doing, sent when the counts change and twice a second. */
#define JN_STATUS_SIZE 10
typedef struct {
    uint8_t state;
    uint8_t stacking;
    uint8_t stacks[4];
    uint32_t elapsed_ms;
} jn_status;

static inline size_t jn_write_status(const jn_status *message, uint8_t *payload)
{
    uint8_t *at = payload;
    at = jn_put_u8(at, message->state);
    at = jn_put_u8(at, message->stacking);
    at = jn_put_bytes(at, message->stacks, 4);
    at = jn_put_u32(at, message->elapsed_ms);
    return (size_t)(at - payload);
}

static inline bool jn_read_status(const uint8_t *payload, size_t size, jn_status *message)
{
    const uint8_t *at = payload, *end = payload + size;
    return jn_take_u8(&at, end, &message->state)
        && jn_take_u8(&at, end, &message->stacking)
        && jn_take_bytes(&at, end, message->stacks, 4)
        && jn_take_u32(&at, end, &message->elapsed_ms);
}

/* STATE_EVENT, to host, numbered and acknowledged. A state was entered: of the table, or of the set below it. */
#define JN_STATE_EVENT_SIZE 10
typedef struct {
    uint32_t event_number;
    uint32_t at_ms;
    uint8_t state;
    uint8_t stacking;
} jn_state_event;

static inline size_t jn_write_state_event(const jn_state_event *message, uint8_t *payload)
{
    uint8_t *at = payload;
    at = jn_put_u32(at, message->event_number);
    at = jn_put_u32(at, message->at_ms);
    at = jn_put_u8(at, message->state);
    at = jn_put_u8(at, message->stacking);
    return (size_t)(at - payload);
}

static inline bool jn_read_state_event(const uint8_t *payload, size_t size, jn_state_event *message)
{
    const uint8_t *at = payload, *end = payload + size;
    return jn_take_u32(&at, end, &message->event_number)
        && jn_take_u32(&at, end, &message->at_ms)
        && jn_take_u8(&at, end, &message->state)
        && jn_take_u8(&at, end, &message->stacking);
}

/* DICE_EVENT, to host, numbered and acknowledged. The dice lie still. */
#define JN_DICE_EVENT_SIZE 10
typedef struct {
    uint32_t event_number;
    uint32_t at_ms;
    uint8_t first;
    uint8_t second;
} jn_dice_event;

static inline size_t jn_write_dice_event(const jn_dice_event *message, uint8_t *payload)
{
    uint8_t *at = payload;
    at = jn_put_u32(at, message->event_number);
    at = jn_put_u32(at, message->at_ms);
    at = jn_put_u8(at, message->first);
    at = jn_put_u8(at, message->second);
    return (size_t)(at - payload);
}

static inline bool jn_read_dice_event(const uint8_t *payload, size_t size, jn_dice_event *message)
{
    const uint8_t *at = payload, *end = payload + size;
    return jn_take_u32(&at, end, &message->event_number)
        && jn_take_u32(&at, end, &message->at_ms)
        && jn_take_u8(&at, end, &message->first)
        && jn_take_u8(&at, end, &message->second);
}

/* BUTTON_EVENT, to host, numbered and acknowledged. A button was pressed (bounces merged). */
#define JN_BUTTON_EVENT_SIZE 10
typedef struct {
    uint32_t event_number;
    uint32_t at_ms;
    uint8_t side;
    uint8_t button;
} jn_button_event;

static inline size_t jn_write_button_event(const jn_button_event *message, uint8_t *payload)
{
    uint8_t *at = payload;
    at = jn_put_u32(at, message->event_number);
    at = jn_put_u32(at, message->at_ms);
    at = jn_put_u8(at, message->side);
    at = jn_put_u8(at, message->button);
    return (size_t)(at - payload);
}

static inline bool jn_read_button_event(const uint8_t *payload, size_t size, jn_button_event *message)
{
    const uint8_t *at = payload, *end = payload + size;
    return jn_take_u32(&at, end, &message->event_number)
        && jn_take_u32(&at, end, &message->at_ms)
        && jn_take_u8(&at, end, &message->side)
        && jn_take_u8(&at, end, &message->button);
}

/* FAULT_EVENT, to host, numbered and acknowledged. A fault was raised or is gone; `side` is FF without a side, `count` 0 without a count. */
#define JN_FAULT_EVENT_SIZE 15 /* and its texts */
typedef struct {
    uint32_t event_number;
    uint32_t at_ms;
    uint8_t fault;
    bool raised;
    uint8_t level;
    bool latched;
    uint8_t side;
    uint8_t count;
    char part[33];
} jn_fault_event;

static inline size_t jn_write_fault_event(const jn_fault_event *message, uint8_t *payload)
{
    uint8_t *at = payload;
    at = jn_put_u32(at, message->event_number);
    at = jn_put_u32(at, message->at_ms);
    at = jn_put_u8(at, message->fault);
    at = jn_put_u8(at, message->raised ? 1 : 0);
    at = jn_put_u8(at, message->level);
    at = jn_put_u8(at, message->latched ? 1 : 0);
    at = jn_put_u8(at, message->side);
    at = jn_put_u8(at, message->count);
    at = jn_put_text(at, message->part, 32);
    return (size_t)(at - payload);
}

static inline bool jn_read_fault_event(const uint8_t *payload, size_t size, jn_fault_event *message)
{
    const uint8_t *at = payload, *end = payload + size;
    return jn_take_u32(&at, end, &message->event_number)
        && jn_take_u32(&at, end, &message->at_ms)
        && jn_take_u8(&at, end, &message->fault)
        && jn_take_flag(&at, end, &message->raised)
        && jn_take_u8(&at, end, &message->level)
        && jn_take_flag(&at, end, &message->latched)
        && jn_take_u8(&at, end, &message->side)
        && jn_take_u8(&at, end, &message->count)
        && jn_take_text(&at, end, message->part, 32);
}

/* SCORE_EVENT, to host, numbered and acknowledged. The score sticks of a side were counted, with no motor running and the same for a second. */
#define JN_SCORE_EVENT_SIZE 13
typedef struct {
    uint32_t event_number;
    uint32_t at_ms;
    uint8_t side;
    uint32_t points;
} jn_score_event;

static inline size_t jn_write_score_event(const jn_score_event *message, uint8_t *payload)
{
    uint8_t *at = payload;
    at = jn_put_u32(at, message->event_number);
    at = jn_put_u32(at, message->at_ms);
    at = jn_put_u8(at, message->side);
    at = jn_put_u32(at, message->points);
    return (size_t)(at - payload);
}

static inline bool jn_read_score_event(const uint8_t *payload, size_t size, jn_score_event *message)
{
    const uint8_t *at = payload, *end = payload + size;
    return jn_take_u32(&at, end, &message->event_number)
        && jn_take_u32(&at, end, &message->at_ms)
        && jn_take_u8(&at, end, &message->side)
        && jn_take_u32(&at, end, &message->points);
}

#ifdef __cplusplus
}
#endif

#endif
