import type { FrameSpan } from './spans.ts'
import type { Colour, Stroke, DrawTool } from './strokes.ts'

/** A comment that is being written. Without a span it applies to the current frame. */
export type CommentDraft = {
  span: FrameSpan | null
  drawing: Stroke[]
  tool: DrawTool | null
  colour: Colour
}
export const EMPTY_DRAFT: CommentDraft = { span: null, drawing: [], tool: null, colour: 'red' }
