// People are called by their name after an @. The text stays plain; who is meant is sent beside it.
type Person = { _id: string; name: string }

/** What was typed of a name before the caret, if a name is being typed. */
export function mentionQuery(text: string, caret: number): string | undefined {
  return /(?:^|\s)@([^\s@][^@\n]{0,40}|)$/.exec(text.slice(0, caret))?.[1]
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Those whose name, or a word of it, begins so. */
export function suggestPeople<P extends Person>(people: readonly P[], begun: string): P[] {
  const wanted = folded(begun)
  return people
    .filter(
      ({ name }) =>
        folded(name).startsWith(wanted) ||
        folded(name)
          .split(/\s+/)
          .some((word) => word.startsWith(wanted)),
    )
    .slice(0, 6)
}

export function insertMention(
  text: string,
  caret: number,
  name: string,
): { text: string; caret: number } {
  const begun = mentionQuery(text, caret) ?? ''
  const before = `${text.slice(0, caret - begun.length)}${name} `
  return { text: before + text.slice(caret).replace(/^\s/, ''), caret: before.length }
}

/** Of the people who were chosen, those whose name still stands in the text. */
export const mentionedPeople = <P extends Person>(text: string, people: readonly P[]): P[] =>
  people.filter(({ name }) => text.includes(`@${name}`))

/** The text in pieces, so that names can be set apart. */
export function splitMentions(
  text: string,
  people: readonly Person[],
): { text: string; isName: boolean }[] {
  const names = people
    .map(({ name }) => `@${name}`)
    .toSorted((one, other) => other.length - one.length)
  if (names.length === 0) return [{ text, isName: false }]
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return text
    .split(new RegExp(`(${escaped.join('|')})`))
    .filter(Boolean)
    .map((part) => ({ text: part, isName: names.includes(part) }))
}
