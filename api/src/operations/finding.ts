/** A message for the operator, and what to do about it. */
export type DoctorFinding = {
  check: string
  level: 'ok' | 'warning' | 'error'
  message: string
  action: string
}

export const okFinding = (check: string, message: string): DoctorFinding => ({
  check,
  level: 'ok',
  message,
  action: '',
})
export const warningFinding = (check: string, message: string, action: string): DoctorFinding => ({
  check,
  level: 'warning',
  message,
  action,
})
export const errorFinding = (check: string, message: string, action: string): DoctorFinding => ({
  check,
  level: 'error',
  message,
  action,
})
