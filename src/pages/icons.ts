import type { Html } from './html.ts'
import { raw } from './html.ts'

/** Drawn in place, in the colour of the text around them; they never carry meaning alone. */
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
