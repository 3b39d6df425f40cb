/** What is burned into a film for one viewer: who it was shown to, and when, to the minute. */
export function marksOf({
  name,
  email,
  at,
}: {
  name: string
  email: string
  at: number
}): string[] {
  return [
    oneLine(name),
    oneLine(email),
    `${new Date(at * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  ]
}

const MOST = 80
const oneLine = (text: string) =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MOST)
