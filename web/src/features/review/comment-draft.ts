import type { Span } from './frames.ts'
import type { Colour, Stroke, Tool } from './strokes.ts'

/**
 * A comment that is not said yet. Without a span it stands where the film does. `tool`: somebody is
 * drawing.
 */
export type Draft = { span: Span | null; drawing: Stroke[]; tool: Tool | null; colour: Colour }
export const NO_DRAFT: Draft = { span: null, drawing: [], tool: null, colour: 'red' }
