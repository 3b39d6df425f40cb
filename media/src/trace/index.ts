export type { GreyFilm } from './grey-film.ts'
export { matchFilm, readMarks } from './read-marks.ts'
