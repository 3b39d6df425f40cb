/** Above the waveform: the ruler and a label per line. Below it: the scroll bar. */
export const RULER_PX = 18
export const LABEL_PX = 22
export const HEAD_PX = RULER_PX + LABEL_PX + 4
export const SCROLLBAR_PX = 14
