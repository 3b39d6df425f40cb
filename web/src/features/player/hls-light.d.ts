// The light build (no subtitles, no alternate audio, no DRM: 114 kB gzip instead of 179) ships
// without types of its own.
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
