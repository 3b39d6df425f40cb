/** Sizes are in pixels. */
export type AssAppearance = {
  title?: string
  width: number
  height: number
  fontName: string
  fontSize: number
  /** Horizontal and vertical safe margins. */
  marginH: number
  marginV: number
  /**
   * libass reorders right-to-left text itself. This is for rows that start with a Latin word or a
   * digit.
   */
  direction: 'ltr' | 'rtl'
  /** Draws a dark box behind the text instead of an outline. */
  box: boolean
}
