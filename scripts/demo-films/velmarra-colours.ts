// The palette of "Seven Kites over Velmarra".
export const NIGHT = '#101a3a'
export const INDIGO = '#2a2f6b'
export const PLUM = '#6b3f7a'
export const CORAL = '#e2725b'
export const AMBER = '#f7b267'
export const CREAM = '#fff1d6'
export const INK = '#0c1126'
export const KITES: [string, string][] = [
  [CORAL, '#a53f4b'],
  [CREAM, '#d9a566'],
  ['#5fa8a0', '#2f6f73'],
  [AMBER, '#c9733f'],
  ['#c96b8f', '#7d3b66'],
  [CREAM, '#8d87b8'],
  [CORAL, '#7a2f45'],
]
