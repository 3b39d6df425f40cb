/**
 * Above the waveform stand the ruler and the first words of each line; below it the bar that it is
 * moved with.
 */
export const RULER_PX = 18
export const LABEL_PX = 22
export const HEAD_PX = RULER_PX + LABEL_PX + 4
export const BAR_PX = 14
