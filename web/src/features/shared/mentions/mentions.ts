// Mentions are names after an @. The text stays plain; the ids of the people are sent beside it.
type Person = { _id: string; name: string }

/** The part of a name between @ and the caret, if a name is being typed. */
export function mentionQuery(text: string, caret: number): string | undefined {
  return /(?:^|\s)@([^\s@][^@\n]{0,40}|)$/.exec(text.slice(0, caret))?.[1]
}

const normalize = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** People whose name, or a word of it, starts with the query. */
export function suggestPeople<P extends Person>(people: readonly P[], query: string): P[] {
  const prefix = normalize(query)
  return people
    .filter(
      ({ name }) =>
        normalize(name).startsWith(prefix) ||
        normalize(name)
          .split(/\s+/)
          .some((word) => word.startsWith(prefix)),
    )
    .slice(0, 6)
}

export function insertMention(
  text: string,
  caret: number,
  name: string,
): { text: string; caret: number } {
  const query = mentionQuery(text, caret) ?? ''
  const before = `${text.slice(0, caret - query.length)}${name} `
  return { text: before + text.slice(caret).replace(/^\s/, ''), caret: before.length }
}

/** The people whose name is still in the text. */
export const mentionedPeople = <P extends Person>(text: string, people: readonly P[]): P[] =>
  people.filter(({ name }) => text.includes(`@${name}`))

/** Splits the text, so that names can be highlighted. */
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
