/** The number that the digits in a part of a text stand for, or -1 if there is anything else. */
export function readDigits(text: string, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return -1
    number = number * 10 + digit
  }
  return number
}
