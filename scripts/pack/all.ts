// npm run pack [-- --out <folder>]: packs the three packages that others install.
await import('./client.ts')
await import('./cli.ts')
await import('./subtitles.ts')
