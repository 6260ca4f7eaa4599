import type { Html } from '../html.ts'
import { raw } from '../html.ts'

/**
 * The marks of the accepted brands, drawn here so that no other host is asked for a picture.
 * All are shown faintly; the script names the brand of the typed number and the stylesheet brings its mark forward.
 */
export const brandMarks: Html = raw(`<span class="brands" aria-hidden="true">
${mark('visa', `<rect width="34" height="22" rx="3.5" fill="#1a3a8f"/>${word('VISA', 5, 24, '#fff', 'italic')}`)}
${mark('mc', '<rect width="34" height="22" rx="3.5" fill="#1f2422"/><circle cx="13.8" cy="11" r="6" fill="#e8402a"/><circle cx="20.2" cy="11" r="6" fill="#f5a623"/><path d="M17 5.9a6 6 0 0 1 0 10.2 6 6 0 0 1 0-10.2z" fill="#f2702a"/>')}
${mark('amex', `<rect width="34" height="22" rx="3.5" fill="#1c6fb8"/>${word('AMEX', 4.5, 25, '#fff')}`)}
${mark('disc', `<rect x=".5" y=".5" width="33" height="21" rx="3" fill="#fbfaf6" stroke="#d5d2c6"/><path d="M33.5 12.5c-5 4.2-11.5 7-19.5 9h16.5a3 3 0 0 0 3-3z" fill="#ef7b1f"/>${word('DISC', 4.5, 24, '#2a2f2d')}`)}
</span>`)

function mark(brand: string, drawing: string): string {
  return `<svg class="brand" data-brand="${brand}" viewBox="0 0 34 22" focusable="false">${drawing}</svg>`
}

/** Letters stretched to a given width, so that they fit whatever font the reader has. */
function word(letters: string, left: number, width: number, fill: string, style = 'normal'): string {
  return `<text x="${left}" y="14.4" textLength="${width}" lengthAdjust="spacingAndGlyphs" font-family="Arial, Helvetica, sans-serif" font-size="9.5" font-weight="700" font-style="${style}" fill="${fill}">${letters}</text>`
}
