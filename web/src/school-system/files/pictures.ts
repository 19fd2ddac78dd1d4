/** The picture types that the server can read and a browser can show, as an `accept` attribute. */
export const PICTURES = 'image/jpeg,image/png,image/webp,image/gif';
