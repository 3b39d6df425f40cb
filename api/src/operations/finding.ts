/** A message for the operator, and what to do about it. */
export type DoctorFinding = {
  check: string
  level: 'fine' | 'warning' | 'fault'
  says: string
  todo: string
}

export const okFinding = (check: string, says: string): DoctorFinding => ({
  check,
  level: 'fine',
  says,
  todo: '',
})
export const warningFinding = (check: string, says: string, todo: string): DoctorFinding => ({
  check,
  level: 'warning',
  says,
  todo,
})
export const errorFinding = (check: string, says: string, todo: string): DoctorFinding => ({
  check,
  level: 'fault',
  says,
  todo,
})
