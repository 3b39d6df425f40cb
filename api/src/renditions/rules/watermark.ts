/** The lines burned into a film for one viewer: name, email, and the time to the minute. */
export function watermarkLines({
  name,
  email,
  time,
}: {
  name: string
  email: string
  time: number
}): string[] {
  return [
    oneLine(name),
    oneLine(email),
    `${new Date(time * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  ]
}

const MAX_LENGTH = 80
const oneLine = (text: string) =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
