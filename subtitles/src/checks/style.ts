import { colourOf } from '../markup.ts'
import type { CheckedCue } from './checked-cue.ts'
import type { CheckContext } from './context.ts'
import type { Rule } from './rule.ts'

const NAMES = { b: 'bold text', u: 'underlined text' } as const

/** A person decides whether italics or other words replace the emphasis. */
export const style: Rule = {
  id: 'STYLE',
  title: 'Only the styles and positions that the profile allows',
  kinds: ['subtitles'],
  about: 'text',
  find: (line, { profile }) => {
    const value = findStyle(line, profile.style) ?? findPosition(line, profile.style)
    return value === undefined
      ? undefined
      : { value, limit: null, message: `has ${value}, which the profile does not allow` }
  },
}

type ProfileStyle = CheckContext['profile']['style']

function findStyle({ rows }: CheckedCue, { styles: allowed }: ProfileStyle): string | undefined {
  if (allowed === 'all') return undefined
  for (const { styles } of rows.flat()) {
    for (const tag of ['b', 'u'] as const) if (styles.includes(tag)) return NAMES[tag]
    if (colourOf(styles)) return `the colour ${colourOf(styles)}`
  }
  return undefined
}

function findPosition({ cue }: CheckedCue, { positions }: ProfileStyle): string | undefined {
  if (positions === 'all') return undefined
  if (cue.writingMode) return 'vertical text'
  if (cue.x !== undefined || cue.y !== undefined) return 'a position of its own'
  if (cue.alignment === 'middle') return 'the position middle'
  return cue.textAlign && cue.textAlign !== 'center' ? `the position ${cue.textAlign}` : undefined
}
