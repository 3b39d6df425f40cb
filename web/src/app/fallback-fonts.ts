// Fonts for scripts that Inter does not have. They are divided by characters, so a browser loads only
// the parts that the page shows, and none where the system has its own.
import '@fontsource-variable/noto-sans-arabic/wght.css'
import '@fontsource-variable/noto-sans-devanagari/wght.css'
import '@fontsource-variable/noto-sans-hebrew/wght.css'
import '@fontsource-variable/noto-sans-jp/wght.css'
import '@fontsource-variable/noto-sans-kr/wght.css'
import '@fontsource-variable/noto-sans-sc/wght.css'
import '@fontsource-variable/noto-sans-thai/wght.css'
