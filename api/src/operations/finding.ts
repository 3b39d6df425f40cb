/** A message for the operator, and what to do about it. */
export type DoctorFinding = {
  check: string
  level: 'fine' | 'warning' | 'fault'
  says: string
  todo: string
}

export const fine = (check: string, says: string): DoctorFinding => ({
  check,
  level: 'fine',
  says,
  todo: '',
})
export const warning = (check: string, says: string, todo: string): DoctorFinding => ({
  check,
  level: 'warning',
  says,
  todo,
})
export const fault = (check: string, says: string, todo: string): DoctorFinding => ({
  check,
  level: 'fault',
  says,
  todo,
})
