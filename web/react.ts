// Replaces `react` and `react-dom` in the browser bundle (vite.config.ts).
import type { ReactNode } from 'react'

export * from 'preact/compat'
export { default } from 'preact/compat'

/**
 * The one export of React that Mantine imports and Preact does not have. Mantine uses it for content
 * that stays mounted while it is hidden, which this app never asks for.
 */
export const Activity = ({ mode, children }: { mode?: string; children?: ReactNode }) =>
  mode === 'hidden' ? null : children
