// Territories that tests and proofs create through the API.
export const GERMANY = {
  name: 'Germany',
  code: 'DE',
  standard: 'PAL' as const,
  countries: [{ name: 'Germany', code: 'DE' }],
  languages: [{ name: 'German', code: 'deu', dcpCode: 'DE' }],
  assignedLanguages: [],
}

export const FRANCE = {
  name: 'France',
  code: 'FR',
  standard: 'PAL' as const,
  countries: [{ name: 'France', code: 'FR' }],
  languages: [{ name: 'French', code: 'fra', dcpCode: 'FR' }],
  assignedLanguages: [],
}
