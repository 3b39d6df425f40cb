import type { workrequests } from '@reelay/api/contract'

type Candidate = workrequests.TranslatorCandidate

/** Who can translate every one of the requests; first those who fit the most of them. */
export function commonTranslators(lists: readonly (readonly Candidate[])[]): Candidate[] {
  const [first = [], ...others] = lists
  const fitting = (id: string) =>
    lists.filter((list) => list.some(({ _id, fits }) => _id === id && fits)).length
  return first
    .filter(({ _id }) => others.every((list) => list.some((other) => other._id === _id)))
    .toSorted((a, b) => fitting(b._id) - fitting(a._id) || a.open - b.open)
}
