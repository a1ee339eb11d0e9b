/** The background behind the overlay in pictures: drawn in gradients, so it shows no real game. */
export const SCENE = `
  html {
    background:
      radial-gradient(circle at 78% 20%, #fff6d8 0 34px, #ffe9a8 35px 38px, transparent 39px),
      radial-gradient(circle at 78% 20%, rgb(255 233 168 / 35%) 0, transparent 260px),
      radial-gradient(ellipse 900px 260px at 12% 104%, #10271f 0 98%, transparent 100%),
      radial-gradient(ellipse 1100px 330px at 88% 106%, #16362a 0 98%, transparent 100%),
      radial-gradient(ellipse 1300px 420px at 45% 108%, #21503b 0 98%, transparent 100%),
      radial-gradient(ellipse 700px 520px at 100% 100%, #2c5f5a 0 98%, transparent 100%),
      radial-gradient(ellipse 900px 560px at 8% 100%, #35706b 0 98%, transparent 100%),
      radial-gradient(circle at 20% 24%, #fff 0 1.5px, transparent 2px),
      radial-gradient(circle at 33% 12%, #fff 0 1px, transparent 2px),
      radial-gradient(circle at 52% 30%, #fff 0 1.5px, transparent 2px),
      radial-gradient(circle at 64% 9%, #fff 0 1px, transparent 2px),
      radial-gradient(circle at 90% 38%, #fff 0 1px, transparent 2px),
      linear-gradient(#141a3c, #2b3f78 45%, #7a6ca8 70%, #e6a98f);
    background-repeat: no-repeat;
  }`;
