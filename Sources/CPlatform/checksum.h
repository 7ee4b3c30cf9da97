// CRC-32 with processor instructions that Swift does not expose.

#ifndef CPLATFORM_CHECKSUM_H
#define CPLATFORM_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>

typedef long long CPlatformLanes __attribute__((vector_size(16)));

// Whether the processor supports carry-less multiplication: PCLMULQDQ and SSE4.1.
static inline int CPlatformFoldsCRC32(void) {
  unsigned a, b, c, d;
  return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_PCLMULQDQ) && (c & bit_SSE4_1);
}

// Continues a CRC-32 (without its inversions) over a multiple of 16 bytes, at least 64. The algorithm is that of "Fast
// CRC Computation for Generic Polynomials Using PCLMULQDQ Instruction" by Gopal and others, with the constants of the
// reflected polynomial 0xEDB88320.
__attribute__((target("pclmul,sse4.1"))) static inline uint32_t CPlatformFoldCRC32(
    uint32_t crc, const void *bytes, size_t count) {
#define LOAD(place) ({ CPlatformLanes lanes; memcpy(&lanes, next + (place), 16); lanes; })
#define FOLD(x, by, y) (__builtin_ia32_pclmulqdq128(x, by, 0x00) ^ __builtin_ia32_pclmulqdq128(x, by, 0x11) ^ (y))
  const CPlatformLanes by512 = {0x0154442bd4, 0x01c6e41596}, by128 = {0x01751997d0, 0x00ccaa009e};
  const CPlatformLanes by64 = {0x0163cd6124, 0}, barrett = {0x01db710641, 0x01f7011641}, low = {0xffffffff, 0xffffffff};
  const unsigned char *next = (const unsigned char *)bytes, *end = next + count;
  CPlatformLanes a = LOAD(0), b = LOAD(16), c = LOAD(32), d = LOAD(48);
  a ^= (CPlatformLanes){crc, 0};
  for (next += 64; end - next >= 64; next += 64) {
    a = FOLD(a, by512, LOAD(0));
    b = FOLD(b, by512, LOAD(16));
    c = FOLD(c, by512, LOAD(32));
    d = FOLD(d, by512, LOAD(48));
  }
  a = FOLD(a, by128, b);
  a = FOLD(a, by128, c);
  a = FOLD(a, by128, d);
  for (; next < end; next += 16) a = FOLD(a, by128, LOAD(0));
  // Reduce 128 bits to 96, to 64, and by Barrett's method to 32.
  CPlatformLanes rest = {a[1], 0};
  a = rest ^ __builtin_ia32_pclmulqdq128(a, by128, 0x10);
  rest = (CPlatformLanes){(long long)((unsigned long long)a[0] >> 32 | (unsigned long long)a[1] << 32),
                          (long long)((unsigned long long)a[1] >> 32)};
  a = rest ^ __builtin_ia32_pclmulqdq128(a & low, by64, 0x00);
  CPlatformLanes quotient = __builtin_ia32_pclmulqdq128(a & low, barrett, 0x10);
  a ^= __builtin_ia32_pclmulqdq128(quotient & low, barrett, 0x00);
  return (uint32_t)((unsigned long long)a[0] >> 32);
#undef FOLD
#undef LOAD
}
#else
// Other processors: the caller uses its table.
static inline int CPlatformFoldsCRC32(void) { return 0; }

static inline uint32_t CPlatformFoldCRC32(uint32_t crc, const void *bytes, size_t count) {
  (void)bytes;
  (void)count;
  return crc;
}
#endif

#endif
