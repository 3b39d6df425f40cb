/** East Asian Width W and F, and punctuation that is as wide in their context. */
export const WIDE =
  /[\u1100-\u115f\u2014\u2015\u2018\u2019\u201c\u201d\u2025\u2026\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1faff}\u{20000}-\u{3fffd}]/u
