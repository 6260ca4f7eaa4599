import { type Html, raw } from './html.ts'

/** An inline icon in the colour of the surrounding text. Icons are decoration: the text beside them says the same. */
function icon(paths: string): Html {
  return raw(
    `<svg class="icon" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${paths}</svg>`,
  )
}

export const icons = {
  lock: icon('<rect x="5" y="10.5" width="14" height="9.5" rx="2"/><path d="M8 10.5V8a4 4 0 0 1 8 0v2.5"/>'),
  card: icon('<rect x="3" y="5.5" width="18" height="13" rx="2.5"/><path d="M3 10h18M7 14.5h3"/>'),
  bank: icon('<path d="M4 9.5 12 5l8 4.5zM5.5 12.5v4.5M10 12.5v4.5M14 12.5v4.5M18.5 12.5v4.5M4 20h16"/>'),
  check: icon('<path d="m5.5 12.5 4.2 4.2 8.8-9.2"/>'),
  clock: icon('<circle cx="12" cy="12" r="8"/><path d="M12 7.5V12l3 2"/>'),
  alert: icon('<path d="M12 4.5 3.8 19h16.4zM12 10.2v4M12 16.6v.1"/>'),
  closed: icon('<circle cx="12" cy="12" r="8"/><path d="M8.5 12h7"/>'),
  search: icon('<circle cx="11" cy="11" r="6"/><path d="m15.5 15.5 4 4"/>'),
  file: icon('<path d="M7 3.75h6.5L18 8.25V20H7zM13.25 4v4.5H18"/>'),
  download: icon('<path d="M12 5v10m-4-4 4 4 4-4M5.5 19h13"/>'),
  printer: icon('<path d="M7.5 9V4.5h9V9M7.5 16H5V9.75h14V16h-2.5M7.5 13.5h9v6h-9z"/>'),
  arrow: icon('<path d="M12 5.5v13m-5-5 5 5 5-5"/>'),
}

/**
 * The marks of the accepted card brands, drawn inline so that no other host is asked for an image. All are faint until
 * the script has recognised the brand of the typed number and the stylesheet highlights its mark.
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

/** Letters stretched to a given width, so that they fit in every font. */
function word(letters: string, left: number, width: number, fill: string, style = 'normal'): string {
  return `<text x="${left}" y="14.4" textLength="${width}" lengthAdjust="spacingAndGlyphs" font-family="Arial, Helvetica, sans-serif" font-size="9.5" font-weight="700" font-style="${style}" fill="${fill}">${letters}</text>`
}
