const mask = (1n << 64n) - 1n

/** The first 64 bits of the fractional part of a prime's root. FIPS 180-4, 4.2.3 and 5.3.5. */
function getRootFraction(prime: bigint, root: 2n | 3n): bigint {
  const target = prime << (64n * root)
  let low = 0n
  let high = prime << 64n
  while (high - low > 1n) {
    const middle = (low + high) >> 1n
    if (middle ** root > target) high = middle
    else low = middle
  }
  return low & mask
}

const primes: bigint[] = []
for (let n = 2n; primes.length < 80; n += 1n) if (primes.every((p) => n % p !== 0n)) primes.push(n)
const constants = primes.map((p) => getRootFraction(p, 3n))
const initialState = primes.slice(0, 8).map((p) => getRootFraction(p, 2n))

const rotateRight = (x: bigint, n: bigint) => ((x >> n) | (x << (64n - n))) & mask

function padMessage(message: Uint8Array): DataView {
  const length = Math.ceil((message.length + 17) / 128) * 128
  const bytes = new Uint8Array(length)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setBigUint64(length - 8, BigInt(message.length) * 8n)
  return view
}

function createSchedule(view: DataView, offset: number): bigint[] {
  const words = Array.from({ length: 16 }, (_, i) => view.getBigUint64(offset + i * 8))
  const at = (i: number) => words[i] ?? 0n
  for (let i = 16; i < 80; i += 1) {
    const [a, b] = [at(i - 15), at(i - 2)]
    const small = rotateRight(a, 1n) ^ rotateRight(a, 8n) ^ (a >> 7n)
    const large = rotateRight(b, 19n) ^ rotateRight(b, 61n) ^ (b >> 6n)
    words.push((at(i - 16) + small + at(i - 7) + large) & mask)
  }
  return words
}

type State = [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint]

function compress(state: State, words: readonly bigint[]): State {
  let [a, b, c, d, e, f, g, h] = state
  for (const [i, word] of words.entries()) {
    const choice = (e & f) ^ (~e & mask & g)
    const first =
      h +
      (rotateRight(e, 14n) ^ rotateRight(e, 18n) ^ rotateRight(e, 41n)) +
      choice +
      (constants[i] ?? 0n) +
      word
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = (rotateRight(a, 28n) ^ rotateRight(a, 34n) ^ rotateRight(a, 39n)) + majority
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) & mask, c, b, a, (first + second) & mask]
  }
  return [a, b, c, d, e, f, g, h]
}

/** SHA-512 (FIPS 180-4) for pages without `crypto.subtle`: small, not fast. */
export function sha512(message: Uint8Array): Uint8Array {
  const view = padMessage(message)
  let state = [...initialState] as State
  for (let offset = 0; offset < view.byteLength; offset += 128) {
    const next = compress(state, createSchedule(view, offset))
    state = state.map((x, i) => (x + (next[i] ?? 0n)) & mask) as State
  }
  const digest = new DataView(new ArrayBuffer(64))
  for (const [i, word] of state.entries()) digest.setBigUint64(i * 8, word)
  return new Uint8Array(digest.buffer)
}
