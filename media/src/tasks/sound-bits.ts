// Bits that say in which frequency bands the sound gets louder (Haitsma and Kalker, "A Highly Robust
// Audio Fingerprinting System", 2002). They survive compression and equalizers.

export const SAMPLE_RATE = 8000
/** 16 bits, then the loudness. */
const BYTES = 3
/** A quarter of a second: much longer than a hop, so a shift of half a hop changes few bits. */
const WINDOW = 2048
const BANDS = 17
const LOWEST = 250
const HIGHEST = 3400

export type SoundBits = {
  add: (samples: Float32Array) => void
  /** Three bytes for each hop. */
  finish: () => Uint8Array
}

/** The window of each hop is centred on it. */
export function createSoundBits(perSecond: number): SoundBits {
  const hop = Math.round(SAMPLE_RATE / perSecond)
  const pending = new Float32Array(WINDOW)
  let filled = WINDOW / 2
  let chunks = new Uint8Array(BYTES * 4096)
  let length = 0
  let before = new Float64Array(BANDS)
  const transform = createTransform()
  const closeHop = () => {
    const { bands, level } = transform(pending)
    let bits = 0
    for (let band = 0; band < BANDS - 1; band++) {
      const change = bands[band]! - bands[band + 1]! - (before[band]! - before[band + 1]!)
      bits = (bits << 1) | (change > 0 ? 1 : 0)
    }
    before = bands
    if (length + BYTES > chunks.length) {
      const larger = new Uint8Array(chunks.length * 2)
      larger.set(chunks)
      chunks = larger
    }
    chunks.set([bits >> 8, bits & 0xff, level], length)
    length += BYTES
    pending.copyWithin(0, hop)
    filled = WINDOW - hop
  }
  const add = (samples: Float32Array) => {
    for (const sample of samples) {
      pending[filled++] = Number.isFinite(sample) ? sample : 0
      if (filled === WINDOW) closeHop()
    }
  }
  return {
    add,
    finish() {
      add(new Float32Array(WINDOW / 2))
      return chunks.subarray(0, length)
    },
  }
}

/** Logarithms of the energy in each band, and the loudness: 3 steps for each decibel above -80. */
function createTransform() {
  const shape = Float64Array.from(
    { length: WINDOW },
    (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / WINDOW),
  )
  const edges = Array.from({ length: BANDS + 1 }, (_, band) =>
    Math.round((LOWEST * (HIGHEST / LOWEST) ** (band / BANDS) * WINDOW) / SAMPLE_RATE),
  )
  const [real, imaginary] = [new Float64Array(WINDOW), new Float64Array(WINDOW)]
  return (samples: Float32Array) => {
    let power = 0
    for (let index = 0; index < WINDOW; index++) {
      real[index] = samples[index]! * shape[index]!
      power += samples[index]! * samples[index]!
    }
    imaginary.fill(0)
    fourier(real, imaginary)
    const bands = new Float64Array(BANDS)
    for (let band = 0; band < BANDS; band++) {
      let energy = 1e-12
      for (let bin = edges[band]!; bin < Math.max(edges[band]! + 1, edges[band + 1]!); bin++)
        energy += real[bin]! ** 2 + imaginary[bin]! ** 2
      bands[band] = Math.log(energy)
    }
    const decibels = 10 * Math.log10(power / WINDOW + 1e-12)
    return { bands, level: Math.max(0, Math.min(255, Math.round(3 * (decibels + 80)))) }
  }
}

/** In place; the length is a power of two. */
function fourier(real: Float64Array, imaginary: Float64Array): void {
  const { length } = real
  for (let index = 1, reversed = 0; index < length; index++) {
    let bit = length >> 1
    for (; reversed & bit; bit >>= 1) reversed ^= bit
    reversed ^= bit
    if (index < reversed) {
      ;[real[index], real[reversed]] = [real[reversed]!, real[index]!]
      ;[imaginary[index], imaginary[reversed]] = [imaginary[reversed]!, imaginary[index]!]
    }
  }
  for (let size = 2; size <= length; size *= 2) {
    const angle = (-2 * Math.PI) / size
    for (let step = 0; step < size / 2; step++) {
      const [cosine, sine] = [Math.cos(angle * step), Math.sin(angle * step)]
      for (let even = step; even < length; even += size) {
        const odd = even + size / 2
        const oddReal = real[odd]! * cosine - imaginary[odd]! * sine
        const oddImaginary = real[odd]! * sine + imaginary[odd]! * cosine
        real[odd] = real[even]! - oddReal
        imaginary[odd] = imaginary[even]! - oddImaginary
        real[even]! += oddReal
        imaginary[even]! += oddImaginary
      }
    }
  }
}
