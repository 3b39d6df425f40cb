import type { ReviewSession, SessionView } from './contract.ts'

const LETTERS = { workrequest: 'w', asset: 'a', preview: 'p', offline: 'o', file: 'f' } as const

/** Every record that the leader shows. Only people who see all of them see the session. */
export function shownItems({ page, _id, version, beside }: SessionView): string[] {
  const items = [`${LETTERS[page]}${_id}`]
  if (!version) return items
  const letter = LETTERS[version.kind]
  return [...items, `${letter}${version._id}`, ...(beside ? [`${letter}${beside}`] : [])]
}

/** A comparison needs a version to compare with. */
export const isValidView = ({ version, beside }: SessionView): boolean =>
  version !== null || beside === null

export const leaderOf = ({ leader, members }: ReviewSession) =>
  members.find(({ _id }) => _id === leader)

/** A leader who has not offered the lead keeps it for as long as they are there. */
export const mayTakeLead = (session: ReviewSession, member: string): boolean =>
  session.offered || session.leader === null || session.leader === member
