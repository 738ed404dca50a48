"""The part of the C header that is the same for every message: CRC, byte stuffing, and how fields are read and written.

C99, no allocation, no state but the decoder's; 130 bytes of memory for a receiver.
"""

from typing import Final

FRAMING: Final = """\
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
"""
