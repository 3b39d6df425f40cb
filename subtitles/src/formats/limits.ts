// Limits on what a file may contain besides its size, so that reading takes bounded time and memory.
// A feature film has about 2,000 cues of 60 characters.
export const MAX_CUES = 50_000
/** Characters and styled runs in one cue. */
export const MAX_CUE_LENGTH = 20_000
export const MAX_CUE_RUNS = 2_000
/** Lines of a text file. */
export const MAX_FILE_LINES = 1_000_000
export const MAX_TABLE_ROWS = 100_000
export const MAX_TABLE_COLUMNS = 64
export const MAX_TABLE_CELLS = 1_000_000
/** The largest time that HH:MM:SS can express. */
export const MAX_TIME = 99 * 3_600_000 + 59 * 60_000 + 59_999
