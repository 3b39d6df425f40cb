import { okFinding, warningFinding, type DoctorFinding } from '../finding.ts'

export type Dictionaries = { installed: string[]; added: string[]; unusable: string[] }

/** The spelling of other languages is not checked, which is no fault. */
export function checkDictionaries({ installed, added, unusable }: Dictionaries): DoctorFinding[] {
  const own = added.length > 0 ? ` Added by the operator: ${added.join(', ')}.` : ''
  const message = `Spelling can be checked in ${installed.join(', ') || 'no language'}.${own}`
  if (unusable.length > 0)
    return [
      warningFinding(
        'dictionaries',
        `${message} Not used: ${unusable.join(', ')}.`,
        'Name the two files of a dictionary after its language, such as deu.aff and deu.dic, or remove them.',
      ),
    ]
  return installed.length + added.length > 0
    ? [okFinding('dictionaries', message)]
    : [
        warningFinding(
          'dictionaries',
          message,
          'Install Reelay again, or add dictionaries to the folder dictionaries of DATA_DIR.',
        ),
      ]
}
