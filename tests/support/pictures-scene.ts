/**
 * What stands behind the overlay in the pictures that are compared and in the gallery: a platform
 * game that nobody makes, in flat colours. It has a bright half and a dark one, fine and coarse
 * parts, and no gradient: every browser draws it alike, and the files stay small.
 */
export const GAME_SCENE = `
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720" preserveAspectRatio="none">
  <path fill="#1c2a55" d="M0 0H1280V720H0z"/>
  <path fill="#27407a" d="M0 150H1280V720H0z"/>
  <path fill="#3c6ba3" d="M0 270H1280V720H0z"/>
  <path fill="#f0b98a" d="M0 380H1280V720H0z"/>
  <path fill="#fbe3b4" d="M0 440H1280V720H0z"/>
  <circle cx="960" cy="330" r="120" fill="#f8d7a0"/>
  <circle cx="960" cy="330" r="92" fill="#fff7e0"/>
  <g fill="#eaf2ff">
    <path d="M70 96h4v4h-4zM212 42h4v4h-4zM330 118h4v4h-4zM468 60h4v4h-4zM566 132h4v4h-4z"/>
    <path d="M702 36h4v4h-4zM812 104h4v4h-4zM902 58h4v4h-4zM1040 90h4v4h-4zM1196 52h4v4h-4z"/>
    <path d="M640 216h180v18H640zM670 198h96v18H670zM1010 176h150v16h-150zM1050 160h70v16h-70z"/>
  </g>
  <path fill="#7d86b4" d="M0 470L130 330 230 420 360 280 520 470 640 390 780 500 930 410 1080 500 1190 420 1280 490V720H0z"/>
  <path fill="#fff" d="M360 280l-52 56 26 12 24-16 28 22 24-18zM130 330l-40 43 24 8 20-12 20 16 18-14z"/>
  <path fill="#4b5b8c" d="M0 540L160 450 330 540 470 470 640 560 830 480 1010 560 1150 500 1280 550V720H0z"/>
  <path fill="#2f6b57" d="M0 590q120-70 250-10t260-4q120-54 250 8t270-12q120-36 250 18V720H0z"/>
  <g fill="#1d4a41">
    <path d="M60 600l34-96 34 96zM140 604l26-74 26 74zM580 604l34-100 34 100zM1090 596l38-110 38 110zM1180 600l28-80 28 80z"/>
  </g>
  <path fill="#6b4330" d="M0 640H420V720H0zM520 640H880V720H520zM980 640H1280V720H980z"/>
  <path fill="#57b45f" d="M0 624H420v24H0zM520 624H880v24H520zM980 624H1280v24H980z"/>
  <path fill="#3d8a4c" d="M0 648h420v8H0zM520 648h360v8H520zM980 648h300v8H980z"/>
  <path fill="#2b6ea8" d="M420 672h100v48H420zM880 672h100v48H880z"/>
  <g fill="#c98a4b">
    <path d="M420 500h40v40h-40zM464 500h40v40h-40zM508 500h40v40h-40zM940 470h40v40h-40zM984 470h40v40h-40z"/>
  </g>
  <g fill="#ffd84d">
    <path d="M700 572h22v30h-22zM748 572h22v30h-22zM796 572h22v30h-22zM474 452h22v30h-22z"/>
  </g>
  <path fill="#e0463f" d="M596 570h34v54h-34zM588 556h50v18h-50z"/>
  <path fill="#f6cfa6" d="M600 574h30v20h-30z"/>
  <path fill="#26305c" d="M596 606h34v18h-34zM618 578h5v8h-5z"/>
</svg>`;
