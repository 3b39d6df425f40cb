/** What somebody who looks after an installation is told, and what they can do about it. */
export type Finding = {
  check: string
  level: 'fine' | 'warning' | 'fault'
  says: string
  todo: string
}

export const fine = (check: string, says: string): Finding => ({
  check,
  level: 'fine',
  says,
  todo: '',
})
export const warning = (check: string, says: string, todo: string): Finding => ({
  check,
  level: 'warning',
  says,
  todo,
})
export const fault = (check: string, says: string, todo: string): Finding => ({
  check,
  level: 'fault',
  says,
  todo,
})
