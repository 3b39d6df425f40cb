// Our own letters, drawn as strokes, so that nothing depends on the fonts of a machine. Two characters of base 36 are a point: x from the left, y down.
// Capitals stand between 4 and i (18), small letters begin at 9, tails end at m (22), accents of capitals lie between 0 and 2.
// A stroke is straight from point to point; after ~ the points pull a curve; after o the curve is closed.
export const LETTERS: Record<string, string> = {
  A: '0i54ai 2d8d', B: '0i04 ~0464a4ab6b0b ~0b6bbbbi6i0i', C: '~b8b4040ibibe', D: '0i04 ~0454b4bi5i0i', E: 'a4040iai 0b8b', F: 'a4040i 0b8b', G: '~b8b4040ibibb 6bbb',
  H: '040i a4ai 0bab', I: '040i', J: '~848e8i0i0e', K: '040i a40c 49ai', L: '040iai', M: '0i046dc4ci', N: '0i04aia4', O: 'o04c4ci0i', P: '0i04 ~0464a4ac6c0c', Q: 'o04c4ci0i 8ecj',
  R: '0i04 ~0464a4ac6c0c 5cai', S: '~a7a4040babai0i0f', T: '04a4 545i', U: '~040d0iaiada4', V: '045ia4', W: '043i75bie4', X: '04ai a40i', Y: '045ba4 5b5i', Z: '04a40iai',
  a: 'o09999i0i 999i', b: '040i o09999i0i', c: '~9c99090i9i9f', d: '949i o09999i0i', e: '0d9d ~9d99090i9i9f', f: '~74343a3i 0979', g: 'o09999i0i ~999j9m0m0k', h: '040i ~0d09898d8i',
  i: '090i 0505', j: '~393j3m0m 3535', k: '040i 890e 3c8i', l: '~040f0i4i', m: '090i ~0d09696d6i ~6d69c9cdci', n: '090i ~0d09898d8i', o: 'o09999i0i', p: '090m o09999i0i', q: '999m o09999i0i',
  r: '090i ~0d096969', s: '~8b89090d8e8i0i0g', t: '~343e3i7i 0979', u: '~090e0i8i8e 898i', v: '094i89', w: '093i6a9ic9', x: '098i 890i', y: '094i 892m', z: '09890i8i',
  0: 'o04949i0i', 1: '07444i', 2: '~0804949b0i 0i9i', 3: '~0704949b4b ~4b9b9i0i0f', 4: '7i740e9e', 5: '84141a ~1a999i0i0g', 6: 'o0a9a9i0i ~84040e', 7: '04943i', 8: 'o14848b1b o0b9b9i0i', 9: 'o04949c0c ~989i1i',
  '.': '0i0i', ',': '1i0l', ':': '0b0b 0i0i', ';': '1b1b 1i0l', '-': '0c6c', '_': '0k9k', '/': '0k84', '(': '~43080e4k', ')': '~03484e0k', '[': '43030k4k', ']': '03434k0k', '+': '0c8c 484g', '=': '0a8a 0e8e',
  '@': 'o4a9a9f4f ~9a9gdgd4040k9k', '!': '040d 0i0i', '?': '~0704848a4a4e 4i4i', '\'': '0407', '"': '0407 3437', '#': '0a9a 0e9e 441i 855i', '&': '~ai2a2474790c0i6iac', '%': '940i o04444808 o6eaeai6i',
  '*': '4a4g 0c8e 8c0e', '<': '880c8g', '>': '088c0g', '|': '030m', '·': '0c0c', '°': 'o04444808', '~': '~0d2a6e8b', '$': '~a7a4040babai0i0f 525k', '€': '~b7b4242ibibf 0a8a 0d8d',
  'ı': '090i', 'Ø': 'o04c4ci0i 0jc3', 'ø': 'o09999i0i 0j98', 'Ł': '242ici 0d6a', 'ł': '242i 0d4a', 'Đ': '2i24 ~2474d4di7i2i 0b7b', 'đ': '949i o09999i0i 57c7', 'ß': '~0i0c04747a4a ~4a9a9i4i',
  'Æ': '0i84g4 848igi 3d8d 8beb', 'æ': 'o09898i0i 898i 8dgd ~gdg9898igigf', 'Œ': 'o04a4ai0i g4a4aigi abeb', 'œ': 'o09898i0i 8dgd ~gdg9898igigf', 'Þ': '0i04 ~0767a7ae6e0e', 'þ': '040m o09999i0i', 'ð': '949i o09999i0i 57c7', 'Ð': '2i24 ~2474d4di7i2i 0b7b',
}

/** Combining marks over a letter whose middle is x 5; for small letters they come down by five. */
export const ABOVE: Record<string, string> = {
  '\u0300': '3062', '\u0301': '7042', '\u0302': '325072', '\u0303': '~22406380', '\u0304': '2181', '\u0306': '~30337370', '\u0307': '5151', '\u0308': '3131 7171', '\u030a': 'o30707333', '\u030b': '5042 8072', '\u030c': '305270',
}
export const BELOW: Record<string, string> = { '\u0327': '5i5k ~5k7k7m3m', '\u0326': '5k4m', '\u0328': '~5i4l5m7m', '\u0323': '5l5l' }

/** Drawn where a letter is missing. */
export const UNKNOWN = '04949i0i04'
